package dev.sluice.spring;

import dev.sluice.api.record.MonitoringRecord;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/** Beans of the row writers of all record types in the program's packages. */
final class RowWriterBeans implements BeanFactoryPostProcessor {
  /** Name of the monitor's bean, which no program would use for a monitor of its own. */
  static final String MONITOR = "dev.sluice.monitor";

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    if (AutoConfigurationPackages.has(beans)) {
      var scanner = new ClassPathScanningCandidateComponentProvider(false);
      scanner.addIncludeFilter(new AnnotationTypeFilter(MonitoringRecord.class));
      for (String packageName : AutoConfigurationPackages.get(beans)) {
        for (BeanDefinition record : scanner.findCandidateComponents(packageName)) {
          register(record.getBeanClassName().replace('$', '_') + "Writer", beans);
        }
      }
    }
    if (beans.containsBeanDefinition(MONITOR)) {
      // Mistakes are told before a web server starts, and what is opened first is closed last.
      beans.getBean(MONITOR);
    }
  }

  private static void register(String writer, ConfigurableListableBeanFactory beans) {
    ClassLoader loader = beans.getBeanClassLoader();
    if (ClassUtils.isPresent(writer, loader)) {
      Class<?> type = ClassUtils.resolveClassName(writer, loader);
      if (beans.getBeanNamesForType(type, true, false).length == 0) {
        RootBeanDefinition definition = new RootBeanDefinition(type);
        definition.setFactoryMethodName("create");
        definition.setAutowireMode(RootBeanDefinition.AUTOWIRE_CONSTRUCTOR);
        definition.setLazyInit(true); // a type that nobody writes is not registered with the sink
        ((BeanDefinitionRegistry) beans).registerBeanDefinition(writer, definition);
      }
    }
  }
}
