package dev.sluice.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The list of commands in the help, by what they are for. */
final class CommandGroups implements CommandLine.IHelpSectionRenderer {
  /** Group of all other commands, such as those of plug-ins; comes last. */
  static final String OTHERS = "Others";

  private static final Map<String, String> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("Set up", "demo doctor broker topic help");
    GROUPS.put("Record", "run attach instrument");
    GROUPS.put(
        "Analyze",
        "verify cat stats inspect top trace findings analyze compare watch sql merge-audits");
    GROUPS.put("Convert and send", "convert cut merge compact export explode replay");
    GROUPS.put("Tune", "tune bench");
  }

  /** Topics of the command {@code help}. */
  static final class Words implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      String all = String.join(" ", GROUPS.values()) + " " + SourceHelp.TOPIC;
      return List.of(all.split(" ")).iterator();
    }
  }

  /** Returns all commands, a line each below the headings of their groups. */
  @Override
  public String render(CommandLine.Help help) {
    Map<String, CommandLine> left = new LinkedHashMap<>(help.commandSpec().subcommands());
    StringBuilder list = new StringBuilder();
    GROUPS.forEach(
        (group, names) -> {
          List<CommandLine> there = new ArrayList<>();
          for (String name : names.split(" ")) {
            if (left.containsKey(name)) {
              there.add(left.remove(name));
            }
          }
          add(list, group, there);
        });
    add(list, OTHERS, left.values());
    return list.toString();
  }

  private static void add(StringBuilder list, String group, Iterable<CommandLine> commands) {
    String heading = System.lineSeparator() + group + ":" + System.lineSeparator();
    for (CommandLine command : commands) {
      String what = command.getCommandSpec().usageMessage().description()[0];
      list.append(heading).append("  %-14s%s%n".formatted(command.getCommandName(), what));
      heading = "";
    }
  }
}
