/**
 * Results for a person: {@link dev.sluice.pages.Page} writes one HTML file with texts, tables and
 * charts that needs no network and can be printed. Texts from outside are shown, never acted upon.
 */
package dev.sluice.pages;
