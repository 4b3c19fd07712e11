/**
 * The agent's visible part: the only classes of Sluice that the application's class loaders can
 * see. JDK only, and as few as possible.
 *
 * <p>The agent jar is made of three parts, each in a class loader of its own:
 *
 * <ol>
 *   <li>this package, in the system class loader, where {@code -javaagent} puts it;
 *   <li>{@link dev.sluice.agent.bootstrap.Probe}, what instrumented methods call. It becomes {@code
 *       java.lang.SluiceProbe} of the bootstrap loader, so that every class of every loader and
 *       module sees it;
 *   <li>everything else, our code and its libraries un-relocated, in {@link
 *       dev.sluice.agent.IsolatedClassLoader}, where it can meet no class of the application.
 * </ol>
 */
package dev.sluice.agent;
