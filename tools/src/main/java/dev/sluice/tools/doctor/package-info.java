/** Whether a sink or a source can be used, found out without changing anything. */
package dev.sluice.tools.doctor;
