package dev.sluice.pages;

/**
 * Five figures of a distribution, drawn as a box with two whiskers.
 *
 * @param low end of the lower whisker
 * @param quarter lower end of the box
 * @param median the line in it
 * @param threeQuarters upper end of the box
 * @param high end of the upper whisker
 */
public record Box(double low, double quarter, double median, double threeQuarters, double high) {}
