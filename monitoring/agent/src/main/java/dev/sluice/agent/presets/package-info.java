/**
 * Presets record the work of libraries under the names that their users know: routes, statements,
 * topics. A preset is a list of methods ({@code Place}) and a class that makes records of them;
 * classes of libraries are used by reflection alone.
 */
package dev.sluice.agent.presets;
