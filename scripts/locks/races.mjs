/**
 * The test that is red without each lock: see find.mjs for what counts as one, and try.mjs, which leaves them out one by
 * one and runs these.
 *
 * @typedef {{ file: string, test: string }} Race
 */

/** @type {Readonly<Record<string, Race>>} */
export const raceTests = {
  "server/approvals/approval-rules.service.ts#lock": {
    file: "tests/approvals/rules.test.ts",
    test: "of two changes of one version the second is told",
  },
  "server/approvals/approvals.sql.ts#lockSentRequest": {
    file: "tests/locks/requests.test.ts",
    test: "leave that is taken back this moment isn't passed on to somebody else",
  },
  "server/approvals/decision-undo.sql.ts#held": {
    file: "tests/approvals/undo.test.ts",
    test: "told or undone, never both: whoever comes second waits for the first",
  },
  "server/approvals/decision-undo.sql.ts#takeDue": {
    file: "tests/locks/requests.test.ts",
    test: "leave decisions that are being undone aren't told",
  },
  "server/approvals/delegation.sql.ts#lock": {
    file: "tests/approvals/delegation.test.ts",
    test: "of two who hand theirs to one another at the same moment the second is refused",
  },
  "server/attachments/attachments.service.ts#find": {
    file: "tests/locks/besides.test.ts",
    test: "an attachment that gets another name this moment was called that before it gets the next",
  },
  "server/comments/comments.sql.ts#lockComment": {
    file: "tests/locks/tasks.test.ts",
    test: "a comment that somebody changes this moment isn't overwritten by what was made of its words before",
  },
  "server/demo/demo.seed.ts#seedDemoIfEmpty": {
    file: "tests/locks/starting.test.ts",
    test: "of two that fill an empty database with the demo the second waits",
  },
  "server/files/loose-files.service.ts#lock": {
    file: "tests/locks/besides.test.ts",
    test: "bytes that a row comes to name this moment stay",
  },
  "server/files/loose-files.service.ts#lockDue": {
    file: "tests/locks/besides.test.ts",
    test: "what one sweep removes is left alone by another",
  },
  "server/finance/finance-archive.service.ts#lockRun": {
    file: "tests/locks/requests.test.ts",
    test: "finance of two runs of the archive the second finds what the first left",
  },
  "server/finance/finance-archive.service.ts#takeDue": {
    file: "tests/locks/requests.test.ts",
    test: "finance what somebody writes to at this moment is left for the next run of the archive",
  },
  "server/finance/finance-budget.service.ts#lock": {
    file: "tests/finance/settings.test.ts",
    test: "of two changes of one version of a budget the second is told",
  },
  "server/finance/finance-settings.service.ts#lock": {
    file: "tests/finance/settings.test.ts",
    test: "of two changes of one version of the settings the second is told",
  },
  "server/finance/finance.sql.ts#lockFinance": {
    file: "tests/locks/requests.test.ts",
    test: "finance what is taken back this moment isn't paid",
  },
  "server/forms/forms.sql.ts#lockFormRequest": {
    file: "tests/locks/requests.test.ts",
    test: "forms what somebody else changes this moment isn't taken back as it was",
  },
  "server/forms/forms.sql.ts#lockFormToChange": {
    file: "tests/locks/requests.test.ts",
    test: "forms of which another version comes this moment aren't saved over",
  },
  "server/forms/forms.sql.ts#lockFormToSend": {
    file: "tests/locks/requests.test.ts",
    test: "forms that are published anew this moment aren't sent as they were",
  },
  "server/leave/leave-balance.service.ts#lock": {
    file: "tests/leave/ahead.test.ts",
    test: "whoever sets days aside holds the account: the second counts without them",
  },
  "server/leave/leave-recount.service.ts#affected": {
    file: "tests/locks/requests.test.ts",
    test: "leave that is taken back while a holiday comes costs nothing anew",
  },
  "server/leave/leave-types.service.ts#lock": {
    file: "tests/locks/besides.test.ts",
    test: "a leave type that is archived this moment isn't archived again",
  },
  "server/leave/leave.sql.ts#lockLeave": {
    file: "tests/locks/requests.test.ts",
    test: "leave that somebody else changes this moment isn't taken back as it was",
  },
  "server/leave/leave.sql.ts#lockPerson": {
    file: "tests/locks/requests.test.ts",
    test: "leave that is given once is asked for once, also in two places at this moment",
  },
  "server/leave/leaver.service.ts#beyond": {
    file: "tests/locks/requests.test.ts",
    test: "leave that is taken back while its person leaves is closed once",
  },
  "server/notifications/notifications.service.ts#lock": {
    file: "tests/notifications/inbox.test.ts",
    test: "tabs that mark one after the other at once end on the same count",
  },
  "server/notifications/settings.service.ts#lock": {
    file: "tests/notifications/settings.test.ts",
    test: "tabs that change different rows at once lose nothing of each other",
  },
  "server/platform/database.ts#migrate": {
    file: "tests/locks/starting.test.ts",
    test: "of two that bring the database up to date the second waits",
  },
  "server/platform/queue.ts#prepareQueueStorage": {
    file: "tests/locks/starting.test.ts",
    test: "of two that prepare the queue the second waits",
  },
  "server/projects/projects.create.ts#lockPlan": {
    file: "tests/projects/create-project.test.ts",
    test: "of ten who want the last three places of a plan, three get one",
  },
  "server/projects/projects.service.ts#lock": {
    file: "tests/locks/tasks.test.ts",
    test: "a project that is archived this moment",
  },
  "server/projects/projects.tags.ts#lockProject": {
    file: "tests/locks/tasks.test.ts",
    test: "a tag is deleted while somebody tells of a task as a whole: it waits for them",
  },
  "server/session/passkeys.service.ts#locked": {
    file: "tests/locks/besides.test.ts",
    test: "a passkey that is taken away this moment signs nobody in",
  },
  "server/session/register.service.ts#lock": {
    file: "tests/locks/besides.test.ts",
    test: "the last registration of a day is one person's",
  },
  "server/session/second-factor.service.ts#lockPerson": {
    file: "tests/session/second-factor-rule.test.ts",
    test: "two last factors that go at once: one of them stays",
  },
  "server/session/session-tokens.ts#lockPerson": {
    file: "tests/session/limits.test.ts",
    test: "two who sign in as one person at the last place: there are never more than there may be",
  },
  "server/session/throttle.ts#lock": {
    file: "tests/session/sign-in.test.ts",
    test: "guesses at one account are settled one after the other; the last that is left goes to one of two",
  },
  "server/session/totp.service.ts#locked": {
    file: "tests/session/second-factor.test.ts",
    test: "the same code twice at once: the second waits, and is too late",
  },
  "server/subscription/plan-limits.service.ts#lockTenant": {
    file: "tests/session/current-user.test.ts",
    test: "the last place of a plan is given to one of two, who come one after the other; inactive accounts take none",
  },
  "server/subtasks/subtasks.leaving.service.ts#lockTasks": {
    file: "tests/locks/tasks.test.ts",
    test: "a subtask that changes while its person leaves the project is told with the version it has",
  },
  "server/tasks/assignments.service.ts#assigned": {
    file: "tests/locks/tasks.test.ts",
    test: "a task that changes while its person leaves the project is told with the version it has",
  },
  "server/tasks/columns.service.ts#lockProject": {
    file: "tests/locks/tasks.test.ts",
    test: "the last but one column goes while the last but one is deleted: one stays",
  },
  "server/tasks/columns.service.ts#tasksToMove": {
    file: "tests/locks/tasks.test.ts",
    test: "a task that changes this moment while its column is emptied: the move is told with the version it has",
  },
  "server/tasks/tasks.change.sql.ts#holdProjectsOfTasks": {
    file: "tests/locks/tasks.test.ts",
    test: "a task for somebody who is taken off the project this moment",
  },
  "server/tasks/tasks.change.sql.ts#lockColumns": {
    file: "tests/locks/tasks.test.ts",
    test: "a drop into a column that is deleted this moment",
  },
  "server/tasks/tasks.change.sql.ts#lockProjectsOfTasks": {
    file: "tests/locks/tasks.test.ts",
    test: "tasks can't be made to wait for one another in a circle, by two people who add a half each at this moment",
  },
  "server/tasks/tasks.duplicate.ts#lockProject": {
    file: "tests/locks/tasks.test.ts",
    test: "a copy of a task whose person is taken off the project this moment: the copy is nobody's",
  },
  "server/tasks/tasks.sql.ts#holdTask": {
    file: "tests/locks/tasks.test.ts",
    test: "a comment on a task that is deleted this moment",
  },
  "server/tasks/tasks.sql.ts#lockColumn": {
    file: "tests/locks/tasks.test.ts",
    test: "a new task for a column that is deleted this moment",
  },
  "server/tasks/tasks.sql.ts#lockTask": {
    file: "tests/locks/tasks.test.ts",
    test: "a file for a task that is deleted this moment",
  },
  "server/tasks/tasks.sql.ts#lockTasks": {
    file: "tests/locks/tasks.test.ts",
    test: "a task that somebody changes this moment gets its next name on top of that",
  },
  "server/tasks/tasks.transfer.sql.ts#lockProjects": {
    file: "tests/locks/tasks.test.ts",
    test: "a task moves to a project that is archived this moment",
  },
  "server/time/time.sql.ts#lockEntry": {
    file: "tests/locks/besides.test.ts",
    test: "an entry that somebody changes this moment isn't overwritten",
  },
  "server/time/time.sql.ts#plainEntry": {
    file: "tests/locks/besides.test.ts",
    test: "an entry that gets a note this moment isn't what a timer adds to",
  },
  "server/time/timer.sql.ts#lockTimer": {
    file: "tests/locks/besides.test.ts",
    test: "a timer that is stopped this moment is written down once",
  },
  "workers/notifications/deliveries.sql.ts#claim": {
    file: "tests/locks/besides.test.ts",
    test: "notifications what one worker sends is left alone by another",
  },
  "workers/notifications/notifications.recipients.ts#saidIn": {
    file: "tests/locks/besides.test.ts",
    test: "notifications quote a comment as it stands when it is changed this moment",
  },
};

/**
 * Locks that no race can miss, and why they are there all the same. Each of them is a claim: look twice before adding one.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const withoutRace = {
  "server/projects/projects.service.ts#lockColumns":
    "An order, so that a deletion and a drop don't wait for each other; who loses such a deadlock is run again, and comes to the same end",
};
