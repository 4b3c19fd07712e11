package dev.sluice.pages;

/**
 * A confidence interval, drawn as a bar with two caps.
 *
 * @param x on the first axis; with {@link Axis#names} the number of the name, from 0
 * @param low lower end, on the second axis
 * @param high upper end
 */
public record Interval(double x, double low, double high) {}
