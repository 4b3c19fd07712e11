/** Options, endpoints and loggers. Depends on the JDK alone. */
package dev.sluice.api.config;
