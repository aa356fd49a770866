import { programs, runNode } from "./processes.mjs";

/**
 * The tests at moments at which code about days goes wrong: `npm run moments` runs the unit part at each of them, and the
 * database tests that look at days; `npm run moments -- tests/leave` those of one folder. See tests/support/clock.ts.
 */
const moments = [
  ["New Year's Eve in Seoul, 23:30", "Asia/Seoul", "2026-12-31T14:30:00Z"],
  ["New Year's Eve in UTC, 23:30", "UTC", "2026-12-31T23:30:00Z"],
  ["New Year's Eve in Los Angeles, 23:30", "America/Los_Angeles", "2027-01-01T07:30:00Z"],
  ["29 February", "Europe/Berlin", "2028-02-29T10:00:00Z"],
  ["the night in which Berlin's clocks go forward", "Europe/Berlin", "2027-03-28T00:58:00Z"],
  ["a Friday night in Baghdad", "Asia/Baghdad", "2026-11-27T20:30:00Z"],
];

/** What reckons with today: leave and its years, delegations, waiting times, sheets, timers, digests, reminders. */
const lookAtDays = [
  "tests/support/clock.test.ts",
  "tests/leave",
  "tests/time",
  "tests/approvals",
  "tests/finance",
  "tests/notifications/schedules.test.ts",
  "tests/my-work",
  "tests/timeline",
];

const given = process.argv.slice(2);
let failed = 0;
for (const [name, zone, moment] of moments) {
  console.log(`\n── ${name} (${moment}, TZ=${zone})`);
  const env = { ...process.env, TZ: zone, TEST_MOMENT: moment };
  const parts =
    given.length > 0
      ? [[...given, "--selectProjects=database"]]
      : [["--selectProjects=unit"], [...lookAtDays, "--selectProjects=database"]];
  for (const args of parts) if ((await runNode(programs.jest, args, { env })) !== 0) failed += 1;
}
console.log(failed === 0 ? "\nGreen at every moment." : `\n${failed} runs failed.`);
process.exitCode = failed > 0 ? 1 : 0;
