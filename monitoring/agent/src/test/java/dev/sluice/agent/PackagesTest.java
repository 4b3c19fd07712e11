package dev.sluice.agent;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rule on packages that {@code ArchitectureTest} holds for the modules that it sees. */
@ArchTag("one-jdk")
@AnalyzeClasses(packages = "dev.sluice.agent", importOptions = ImportOption.DoNotIncludeTests.class)
class PackagesTest {
  @ArchTest
  static final ArchRule no_packages_depend_on_each_other_in_a_circle =
      slices().matching("dev.sluice.(**)").should().beFreeOfCycles();
}
