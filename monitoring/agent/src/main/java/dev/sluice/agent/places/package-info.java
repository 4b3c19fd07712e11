/**
 * Methods of libraries that contexts and presets observe: their names ({@code PlaceMethod}), the
 * insertion of calls, and the work done there ({@code Around}). None of it is loaded unless one of
 * them is on.
 */
package dev.sluice.agent.places;
