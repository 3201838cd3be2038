package dev.lakeferry.route;

import java.util.Optional;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/**
 * Puts run, attempt, team and table into every log line of a run's steps, whatever route they stand
 * in and whatever thread they run on, that of the copies among them.
 */
final class RunLogging implements InterceptStrategy {
  @Override
  public Processor wrapProcessorInInterceptors(
      CamelContext context, NamedNode definition, Processor target, Processor nextTarget) {
    return new DelegateAsyncProcessor(target) {
      @Override
      public boolean process(Exchange exchange, AsyncCallback callback) {
        Optional<Passage> passage = Passage.find(exchange);
        if (passage.isEmpty()) {
          return super.process(exchange, callback);
        }
        try (RunContext context = RunContext.of(passage.get())) {
          return super.process(exchange, callback);
        }
      }
    };
  }
}
