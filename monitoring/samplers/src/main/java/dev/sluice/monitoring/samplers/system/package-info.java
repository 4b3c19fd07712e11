/** Samplers of the machine, on OSHI: processors, memory, load, disks and networks. */
package dev.sluice.monitoring.samplers.system;
