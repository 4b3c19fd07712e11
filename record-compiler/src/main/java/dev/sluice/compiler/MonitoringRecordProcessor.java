package dev.sluice.compiler;

import dev.sluice.api.record.FieldName;
import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;
import java.io.IOException;
import java.io.Writer;
import java.lang.annotation.Annotation;
import java.lang.annotation.AnnotationTypeMismatchException;
import java.lang.annotation.IncompleteAnnotationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;

/**
 * Writes, for every Java record with {@link MonitoringRecord}, a row writer and a typed reader:
 * {@code XWriter} and {@code XReader} for a record {@code X}, {@code Outer_XWriter} and {@code
 * Outer_XReader} for a record nested in {@code Outer}. They are as visible as the record.
 *
 * <p>Mistakes are errors at the component or class that has them. What is generated depends on the
 * record alone, so incremental builds may treat the processor as isolating.
 */
public final class MonitoringRecordProcessor extends AbstractProcessor {
  private static final List<Class<? extends Annotation>> COMPONENT_ANNOTATIONS =
      List.of(FieldName.class, SymbolField.class, Timestamp.class);

  /**
   * Class for each type name; fully qualified class names, because elements change between rounds.
   */
  private final Map<String, String> classes = new HashMap<>();

  private Set<String> postponed = new LinkedHashSet<>();
  private Problems problems;
  private ModelReader models;

  /** Called by the compiler, which finds the processor as a service. */
  public MonitoringRecordProcessor() {}

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    problems = new Problems(environment.getMessager());
    models = new ModelReader(environment.getElementUtils(), problems);
  }

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    Set<String> names = new LinkedHashSet<>();
    names.add(MonitoringRecord.class.getName());
    COMPONENT_ANNOTATIONS.forEach(annotation -> names.add(annotation.getName()));
    return names;
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    List<Element> candidates = new ArrayList<>();
    postponed.forEach(name -> candidates.add(processingEnv.getElementUtils().getTypeElement(name)));
    postponed = new LinkedHashSet<>();
    candidates.addAll(round.getElementsAnnotatedWith(MonitoringRecord.class));
    for (Element element : candidates) {
      visit((TypeElement) element);
    }
    for (Class<? extends Annotation> annotation : COMPONENT_ANNOTATIONS) {
      for (Element element : round.getElementsAnnotatedWith(annotation)) {
        checkPlace(element, annotation);
      }
    }
    return false;
  }

  private void visit(TypeElement element) {
    if (element.getKind() != ElementKind.RECORD) {
      problems.at(element, "@MonitoringRecord needs a Java record");
      return;
    }
    // Another processor may write a missing class; if none does, the compiler complains.
    String name = element.getQualifiedName().toString();
    if (isUnfinished(element)) {
      postponed.add(name);
      return;
    }
    try {
      RecordModel model = models.read(element);
      if (model != null && isFirst(element, model)) {
        write(element, model.generated("Writer"), new WriterSource(model).text(), model);
        write(element, model.generated("Reader"), new ReaderSource(model).text(), model);
      }
    } catch (AnnotationTypeMismatchException | IncompleteAnnotationException unfinished) {
      postponed.add(name);
    }
  }

  private static boolean isUnfinished(TypeElement element) {
    return element.getRecordComponents().stream()
        .anyMatch(component -> component.asType().getKind() == TypeKind.ERROR);
  }

  private boolean isFirst(TypeElement element, RecordModel model) {
    String name = model.type().qualifiedName();
    String other = classes.putIfAbsent(name, element.getQualifiedName().toString());
    if (other != null) {
      problems.at(element, MonitoringRecord.class, other + " is the record type " + name + " too");
    }
    return other == null;
  }

  private void checkPlace(Element element, Class<? extends Annotation> annotation) {
    if (element instanceof RecordComponentElement
        && element.getEnclosingElement().getAnnotation(MonitoringRecord.class) == null) {
      problems.at(
          element, "@" + annotation.getSimpleName() + " needs a record with @MonitoringRecord");
    }
  }

  private void write(TypeElement element, String simpleName, String text, RecordModel model) {
    String name = model.qualified(simpleName);
    try (Writer out = processingEnv.getFiler().createSourceFile(name, element).openWriter()) {
      out.write(text);
    } catch (FilerException exists) {
      problems.at(element, "the class " + name + " that is generated for the record exists");
    } catch (IOException failure) {
      problems.at(element, "cannot write " + name + ": " + failure.getMessage());
    }
  }
}
