/** Who calls whom: dependency graphs, call trees and messages of a trace. */
package dev.sluice.analysis.calls;
