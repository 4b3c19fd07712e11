/** Time lines of what samplers recorded. */
package dev.sluice.analysis.resources;
