/** What a part of Sluice takes from the machine that it runs on. */
package dev.sluice.api.platform;
