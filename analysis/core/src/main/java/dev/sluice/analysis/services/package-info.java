/** Programs that call each other: how often, how long, and how their clocks differ. */
package dev.sluice.analysis.services;
