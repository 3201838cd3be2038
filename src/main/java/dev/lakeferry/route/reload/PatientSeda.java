package dev.lakeferry.route.reload;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import org.apache.camel.Component;
import org.apache.camel.Exchange;
import org.apache.camel.Producer;
import org.apache.camel.component.seda.BlockingQueueFactory;
import org.apache.camel.component.seda.SedaComponent;
import org.apache.camel.component.seda.SedaConsumerNotAvailableException;
import org.apache.camel.component.seda.SedaEndpoint;
import org.apache.camel.component.seda.SedaProducer;

/**
 * Camel's {@code seda:}, except that who sends to a route that is being exchanged waits for its
 * successor. Otherwise a claimed run that is handed over in that moment would fail, and lie until
 * its lease ends.
 */
@org.apache.camel.spi.annotations.Component("seda")
public final class PatientSeda extends SedaComponent {
  private final Swapping swapping;

  public PatientSeda(Swapping swapping) {
    this.swapping = swapping;
  }

  @Override
  protected SedaEndpoint createEndpoint(
      String uri, Component component, BlockingQueueFactory<Exchange> queues, int consumers) {
    return new Endpoint(uri, component, queues, consumers);
  }

  @Override
  protected SedaEndpoint createEndpoint(
      String uri, Component component, BlockingQueue<Exchange> queue, int consumers) {
    return new Endpoint(uri, component, queue, consumers);
  }

  private final class Endpoint extends SedaEndpoint {
    Endpoint(
        String uri, Component component, BlockingQueueFactory<Exchange> queues, int consumers) {
      super(uri, component, queues, consumers);
    }

    Endpoint(String uri, Component component, BlockingQueue<Exchange> queue, int consumers) {
      super(uri, component, queue, consumers);
    }

    @Override
    public Producer createProducer() {
      return new Sender(this);
    }
  }

  private final class Sender extends SedaProducer {
    Sender(SedaEndpoint endpoint) {
      super(
          endpoint,
          endpoint.getWaitForTaskToComplete(),
          endpoint.getTimeout(),
          endpoint.isBlockWhenFull(),
          endpoint.isDiscardWhenFull(),
          endpoint.getOfferTimeout());
    }

    @Override
    protected void addToQueue(Exchange exchange, boolean copy)
        throws SedaConsumerNotAvailableException, IOException {
      long seen = swapping.count();
      try {
        super.addToQueue(exchange, copy);
      } catch (SedaConsumerNotAvailableException e) {
        if (!awaited(seen)) {
          throw e;
        }
        super.addToQueue(exchange, copy);
      }
    }

    private boolean awaited(long seen) {
      try {
        return swapping.awaitEndSince(seen);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
