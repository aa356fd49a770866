/**
 * Prepared plans are shared by all tenants, so a plan must not read the rows of all tenants. This rules out sequential scans, and merge
 * joins over primary keys because they scan a full index. Without the last setting, PostgreSQL plans a statement again for each small
 * tenant or project, which took ten times as long as reading a board.
 */
export const plannerSettings = [
  "enable_seqscan=off",
  "enable_mergejoin=off",
  "plan_cache_mode=force_generic_plan",
  // The price of an excluded sequential scan exceeds every threshold of JIT compilation, which takes longer than the statements.
  "jit=off",
  "random_page_cost=1.1",
];

/** Settings of connections that must not depend on the defaults of the database: results contain days and instants of UTC. */
export const sessionSettings = [...plannerSettings, "timezone=UTC", "default_transaction_isolation=read committed"];

/** As the option `options` of a connection. */
export const connectionOptions = (settings: readonly string[]): string =>
  settings.map((setting) => `-c ${setting.replaceAll(" ", "\\ ")}`).join(" ");
