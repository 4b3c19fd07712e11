/**
 * What libraries do, recorded by the names that their users know: routes, statements, topics. A
 * preset is a list of methods ({@code Place}) and a class that knows what to record of them;
 * classes of libraries are used by reflection alone.
 */
package dev.sluice.agent.presets;
