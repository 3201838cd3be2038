package dev.lakeferry.upkeep;

/** What one step of upkeep does. */
interface UpkeepStep {

  /** Does it, as far as the pass allows; each piece of work is a row of the log. */
  void run(Pass pass);
}
