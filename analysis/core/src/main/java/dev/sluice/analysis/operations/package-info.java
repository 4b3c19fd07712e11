/** Operations: their numbers and their names. */
package dev.sluice.analysis.operations;
