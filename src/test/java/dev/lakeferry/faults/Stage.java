package dev.lakeferry.faults;

/** A stage in which a run stands still for as long as a fault needs. */
enum Stage {
  CLAIMED("claimed") {
    @Override
    Held hold(Lab lab, Carried carried) {
      Standstill attempts =
          Standstill.ofWritesTo(lab.stateSettings(), "lakeferry.managed_warehouse_source_job");
      lab.complete(carried);
      return new Held(lab.runs().awaitClaim(carried), attempts);
    }
  },

  PLANNING("planning") {
    @Override
    Held hold(Lab lab, Carried carried) {
      var reading =
          lab.store()
              .trouble(
                  request -> request.target().contains(carried.folderPath()),
                  new StoreFault.Wait());
      lab.complete(carried);
      reading.awaitHits(1);
      return new Held(lab.runs().awaitStage(carried, "plan").owner(), reading);
    }
  },

  LANDING("landing") {
    @Override
    Held hold(Lab lab, Carried carried) {
      var copies = lab.store().trouble(StoreRequest::isCopy, new StoreFault.Wait());
      lab.complete(carried);
      copies.awaitHits(2);
      return new Held(lab.runs().awaitStage(carried, "land").owner(), copies);
    }
  },

  BEFORE_BEGIN("before BEGIN") {
    @Override
    Held hold(Lab lab, Carried carried) {
      return reading("check", lab, carried);
    }
  },

  REGISTERING("registering") {
    @Override
    Held hold(Lab lab, Carried carried) {
      return reading("register", lab, carried);
    }
  },

  VERIFYING("verifying") {
    @Override
    Held hold(Lab lab, Carried carried) {
      Standstill results =
          Standstill.ofWritesTo(lab.stateSettings(), "lakeferry.verification_result");
      lab.complete(carried);
      return new Held(lab.runs().awaitStage(carried, "verify").owner(), results);
    }
  },

  SWAPPED("swapped, before COMMIT") {
    @Override
    Held hold(Lab lab, Carried carried) {
      Standstill commits = Standstill.ofCommits(lab.state(), lab.lakeName());
      lab.complete(carried);
      return new Held(lab.runs().awaitStage(carried, "swap").owner(), commits);
    }
  },

  COMMITTING("at COMMIT") {
    @Override
    Held hold(Lab lab, Carried carried) {
      Standstill snapshots = lab.commitsStandStill();
      lab.complete(carried);
      return new Held(lab.runs().awaitCommitSent(carried).owner(), snapshots);
    }
  },

  COMMITTED("after COMMIT, before it was recorded") {
    @Override
    Held hold(Lab lab, Carried carried) {
      Standstill snapshots = lab.commitsStandStill();
      lab.complete(carried);
      Runs.Try attempt = lab.runs().awaitCommitSent(carried);
      Standstill attempts =
          Standstill.ofWritesTo(lab.stateSettings(), "lakeferry.managed_warehouse_source_job");
      snapshots.close();
      lab.runs().awaitCommitted(carried, attempt.attempt());
      return new Held(attempt.owner(), attempts);
    }
  };

  private final String told;

  Stage(String told) {
    this.told = told;
  }

  /**
   * Completes a generation and waits until its run stands still in this stage.
   *
   * @return who works on it; closed, the run goes on
   */
  abstract Held hold(Lab lab, Carried carried);

  /**
   * A run that stands still.
   *
   * @param owner who works on it
   */
  record Held(String owner, AutoCloseable hold) implements AutoCloseable {
    @Override
    public void close() {
      try {
        hold.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static Held reading(String stage, Lab lab, Carried carried) {
    var reading = lab.objectsReadIn(stage, carried);
    lab.complete(carried);
    reading.awaitHits(1);
    return new Held(lab.runs().awaitStage(carried, stage).owner(), reading);
  }

  @Override
  public String toString() {
    return told;
  }
}
