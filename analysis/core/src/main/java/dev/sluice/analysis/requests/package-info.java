/** Requests by kind, and what changed of them between two recordings. */
package dev.sluice.analysis.requests;
