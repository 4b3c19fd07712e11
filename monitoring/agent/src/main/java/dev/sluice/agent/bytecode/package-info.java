/** Properties of class files beyond those that the library provides. */
package dev.sluice.agent.bytecode;
