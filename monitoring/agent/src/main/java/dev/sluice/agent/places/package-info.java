/**
 * Methods of libraries that contexts and presets look at: which they are ({@code PlaceMethod}), how
 * calls get into them, and what is done there ({@code Around}). None of it is loaded unless one of
 * them is on.
 */
package dev.sluice.agent.places;
