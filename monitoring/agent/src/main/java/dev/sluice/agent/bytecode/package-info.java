/** What is asked of class files beside what the library tells. */
package dev.sluice.agent.bytecode;
