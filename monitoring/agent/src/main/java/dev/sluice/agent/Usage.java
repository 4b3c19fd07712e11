package dev.sluice.agent;

/** Program that {@code java -jar sluice-agent.jar} runs; it prints how to use the agent. */
public final class Usage {
  private Usage() {}

  /** Prints version and usage. */
  public static void main(String[] args) {
    System.out.printf(
        "Sluice agent %s. It is no program, it goes into one:%n%n  java"
            + " '-javaagent:sluice-agent.jar=sink=file:records,include=com.acme.**' -jar app.jar%n"
            + "%nOptions are name=value, with commas between them; all are in"
            + " docs/configuration.md.%nSinks kafka:, compression=zstd and samplers of the machine"
            + " are in sluice-agent-all.jar alone.%n",
        Usage.class.getPackage().getImplementationVersion());
  }
}
