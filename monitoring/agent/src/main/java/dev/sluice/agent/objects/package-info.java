/** Access to objects of the application, whose classes are not visible here. */
package dev.sluice.agent.objects;
