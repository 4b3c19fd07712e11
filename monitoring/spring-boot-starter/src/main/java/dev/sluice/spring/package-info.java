/** Sluice in a program of Spring Boot: what is configured by itself, and what reads its options. */
package dev.sluice.spring;
