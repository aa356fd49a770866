import { programs, runNode } from "./processes.mjs";

/**
 * Runs tests at points in time where date code tends to fail. `npm run moments` runs the unit tests and the date-dependent database tests;
 * `npm run moments -- tests/requests/leave` runs the tests of one folder. See tests/support/clock.ts.
 */
const moments = [
  ["New Year's Eve in Seoul, 23:30", "Asia/Seoul", "2026-12-31T14:30:00Z"],
  ["New Year's Eve in UTC, 23:30", "UTC", "2026-12-31T23:30:00Z"],
  ["New Year's Eve in Los Angeles, 23:30", "America/Los_Angeles", "2027-01-01T07:30:00Z"],
  ["29 February", "Europe/Berlin", "2028-02-29T10:00:00Z"],
  ["the night in which Berlin's clocks go forward", "Europe/Berlin", "2027-03-28T00:58:00Z"],
  ["a Friday night in Baghdad", "Asia/Baghdad", "2026-11-27T20:30:00Z"],
];

/** Tests that depend on the current day: leave years, delegations, waiting times, time sheets, timers, digests, reminders. */
const dateDependentTests = [
  "tests/support/clock.test.ts",
  "tests/requests/leave",
  "tests/work/time",
  "tests/approvals/approvals",
  "tests/requests/finance",
  "tests/communication/notifications/schedules.test.ts",
  "tests/work/my-work",
  "tests/work/timeline",
];

const jestArguments = process.argv.slice(2);
let failed = 0;
for (const [name, zone, moment] of moments) {
  console.log(`\n── ${name} (${moment}, TZ=${zone})`);
  const env = { ...process.env, TZ: zone, TEST_MOMENT: moment };
  const parts =
    jestArguments.length > 0
      ? [[...jestArguments, "--selectProjects=database"]]
      : [["--selectProjects=unit"], [...dateDependentTests, "--selectProjects=database"]];
  for (const args of parts) if ((await runNode(programs.jest, args, { env })) !== 0) failed += 1;
}
console.log(failed === 0 ? "\nGreen at every moment." : `\n${failed} runs failed.`);
process.exitCode = failed > 0 ? 1 : 0;
