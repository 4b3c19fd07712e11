/**
 * Selection of the methods to monitor, and of their records: {@link
 * dev.sluice.monitoring.select.Pattern} describes methods in a line, {@link
 * dev.sluice.monitoring.select.Selection} includes and excludes, {@link
 * dev.sluice.monitoring.select.Rules} say what is recorded. The same for byte code and source: both
 * describe a method as {@link dev.sluice.monitoring.select.Candidate}.
 *
 * <p>A pattern has up to three parts; each may be left out, but not all:
 *
 * <pre>
 *   conditions        classes               method
 *   public            com.acme.Foo          #get*
 *   !private          com.acme.*            #&lt;init&gt;
 *   [public|private]  com.acme.**           #bar(int, ..)
 *   &#64;com.acme.Slow    com.acme.Outer$Inner
 * </pre>
 *
 * <p>or is a signature, as Kieker writes them: conditions, result type, class and method, parameter
 * types: {@code public static ..* com.acme..*.get*(java.lang.String, ..)}, {@code new
 * com.acme..*.<init>(..)}.
 *
 * <p>{@code *} stands for any characters but dots, {@code **} for any with dots, {@code ..} between
 * names for any packages in between, {@code ..} among parameters for any number of them; a type
 * that is {@code *} alone is any type. All names are binary names: nested classes are {@code
 * Outer$Inner}, type parameters are erased. An annotation is looked for on the method and on its
 * class; without a package it may be of any. {@code new} before classes means their constructors,
 * {@code package} means neither public, protected nor private. Every condition may be negated with
 * {@code !} or, as Kieker does, with {@code non_}; alternatives stand in brackets.
 */
package dev.sluice.monitoring.select;
