/** Stages: analyses of records that run in one thread or in several, with the same result. */
package dev.sluice.analysis;
