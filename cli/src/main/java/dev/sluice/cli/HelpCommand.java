package dev.sluice.cli;

import dev.sluice.tools.ToolException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the help of a command. */
@Command(
    name = "help",
    description = {
      "Print the help of a command, or what a SOURCE can be.",
      "",
      "  sluice help trace",
      "  sluice help source"
    })
final class HelpCommand implements Runnable {
  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      completionCandidates = CommandGroups.Words.class,
      description = "Name of a command, or the word source (default: list all commands).")
  private List<String> commands = List.of();

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    CommandLine root = spec.commandLine().getParent();
    if (commands.equals(List.of(SourceHelp.TOPIC))) {
      SourceHelp.lines().forEach(root.getOut()::println);
      return;
    }
    CommandLine of = root;
    for (String command : commands) {
      Map<String, CommandLine> known = of.getSubcommands();
      if (!known.containsKey(command)) {
        Set<String> topics = new TreeSet<>(known.keySet());
        topics.add(SourceHelp.TOPIC);
        throw new ToolException(Suggestions.unknown("command", command, topics));
      }
      of = known.get(command);
    }
    of.usage(root.getOut());
  }
}
