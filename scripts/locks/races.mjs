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
  "server/approvals/waiting-setting.service.ts#write": {
    file: "tests/approvals/rules.test.ts",
    test: "reminders: the usual until somebody chooses; the second of two who change it at once is told",
  },
  "server/attachments/attachments.service.ts#find": {
    file: "tests/locks/besides.test.ts",
    test: "an attachment that gets another name this moment was called that before it gets the next",
  },
  "server/comments/comments.sql.ts#addReaction": {
    file: "tests/comments/reactions.test.ts",
    test: "the same press twenty times at once counts once, and is told once",
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
  "server/finance/finance-archive.service.ts#look": {
    file: "tests/finance/archive.test.ts",
    test: "six at once, and again: each is moved once, with one event",
  },
  "server/finance/finance-archive.service.ts#open": {
    file: "tests/finance/archive.test.ts",
    test: "run now shows how far it is, to everybody who may start it; a second one is the same run",
  },
  "server/finance/finance-archive.service.ts#takeDue": {
    file: "tests/locks/requests.test.ts",
    test: "finance what somebody writes to at this moment is left for the next run of the archive",
  },
  "server/finance/finance-budget.service.ts#insert": {
    file: "tests/finance/settings.test.ts",
    test: "are set by finance, once per department and year, and seen by their own department",
  },
  "server/finance/finance-budget.service.ts#lock": {
    file: "tests/finance/settings.test.ts",
    test: "of two changes of one version of a budget the second is told",
  },
  "server/finance/finance-requests.service.ts#fields": {
    file: "tests/finance/requests.test.ts",
    test: "are their owner's alone; changed, sent by update, thrown away",
  },
  "server/finance/finance-settings.service.ts#begin": {
    file: "tests/locks/requests.test.ts",
    test: "what somebody else sets up for the first time at this moment is no obstacle: settings, and days of a year",
  },
  "server/finance/finance-settings.service.ts#lock": {
    file: "tests/finance/settings.test.ts",
    test: "of two changes of one version of the settings the second is told",
  },
  "server/finance/finance-settings.service.ts#setRates": {
    file: "tests/finance/settlement.test.ts",
    test: "an advance in another currency is settled in that one",
  },
  "server/finance/finance.sql.ts#lockFinance": {
    file: "tests/locks/requests.test.ts",
    test: "finance what is taken back this moment isn't paid",
  },
  "server/finance/finance.sql.ts#takeNumber": {
    file: "tests/finance/requests.test.ts",
    test: "computes every total itself, whatever comes along; by the specification's words too",
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
  "server/leave/calendar-feed.service.ts#upsert": {
    file: "tests/leave/feed.test.ts",
    test: "a new address ends the old one; another tenant's host knows none; an account that is closed has none",
  },
  "server/leave/holidays.service.ts#insert": {
    file: "tests/locks/requests.test.ts",
    test: "a holiday that somebody adds this moment is there once, whoever imports it",
  },
  "server/leave/leave-allowance.service.ts#give": {
    file: "tests/locks/requests.test.ts",
    test: "what somebody else sets up for the first time at this moment is no obstacle: settings, and days of a year",
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
  "server/notifications/mutes.service.ts#put": {
    file: "tests/notifications/settings.test.ts",
    test: "muted again with another end, it lasts as long as was said last",
  },
  "server/notifications/notifications.service.ts#lock": {
    file: "tests/notifications/inbox.test.ts",
    test: "tabs that mark one after the other at once end on the same count",
  },
  "server/notifications/push.service.ts#keep": {
    file: "tests/notifications/settings.test.ts",
    test: "browsers come and go; whoever signs in there next takes it over",
  },
  "server/notifications/settings.service.ts#ensure": {
    file: "tests/notifications/settings.test.ts",
    test: "as usual until something is chosen; what isn't sent stays; other tabs are told",
  },
  "server/notifications/settings.service.ts#lock": {
    file: "tests/notifications/settings.test.ts",
    test: "tabs that change different rows at once lose nothing of each other",
  },
  "server/notifications/tell.service.ts#write": {
    file: "tests/notifications/deliveries.test.ts",
    test: "one for a burst, with text and HTML, absolute links, a thread, and a way to stop it",
  },
  "server/notifications/tell.service.ts#write.2": {
    file: "tests/notifications/deliveries.test.ts",
    test: "encrypted for the browser, signed by us, one for a burst",
  },
  "server/platform/append-events.ts#toMany": {
    file: "tests/platform/unit-of-work.test.ts",
    test: "revisions without gap, in commit order, while many write at once into two streams and some fail",
  },
  "server/platform/append-events.ts#toOne": {
    file: "tests/comments/comments.test.ts",
    test: "forty comments at once: all are there, and the task counts forty",
  },
  "server/platform/database.ts#migrate": {
    file: "tests/locks/starting.test.ts",
    test: "of two that bring the database up to date the second waits",
  },
  "server/platform/idempotency.ts#claim": {
    file: "tests/platform/idempotency.test.ts",
    test: "twelve copies at once are one",
  },
  "server/platform/queue.ts#prepareQueueStorage": {
    file: "tests/locks/starting.test.ts",
    test: "of two that prepare the queue the second waits",
  },
  "server/platform/secrets.ts#secretOf": {
    file: "tests/notifications/settings.test.ts",
    test: "the key of push is one for all, however many ask for it at once",
  },
  "server/platform/security-log.ts#insert": {
    file: "tests/audit/security-log.test.ts",
    test: "two servers that note the same refusal keep one row",
  },
  "server/projects/projects.create.ts#insert": {
    file: "tests/projects/create-project.test.ts",
    test: "when the code is taken, in this tenant only",
  },
  "server/projects/projects.create.ts#lockPlan": {
    file: "tests/projects/create-project.test.ts",
    test: "of ten who want the last three places of a plan, three get one",
  },
  "server/projects/projects.members.ts#putGroups": {
    file: "tests/projects/members.test.ts",
    test: "a group that is in the project already stays when another one comes",
  },
  "server/projects/projects.members.ts#putMembers": {
    file: "tests/projects/members.test.ts",
    test: "without an owner by name who is active",
  },
  "server/projects/projects.service.ts#lock": {
    file: "tests/locks/tasks.test.ts",
    test: "a project that is archived this moment",
  },
  "server/projects/projects.tags.ts#insert": {
    file: "tests/projects/tags.test.ts",
    test: "of ten who make the same tag at once, one does",
  },
  "server/projects/projects.tags.ts#lockProject": {
    file: "tests/locks/tasks.test.ts",
    test: "a tag is deleted while somebody tells of a task as a whole: it waits for them",
  },
  "server/session/devices.service.ts#keep": {
    file: "tests/session/limits.test.ts",
    test: "is told by mail, but the first of all isn't, nor one that is known",
  },
  "server/session/passkeys.service.ts#insert": {
    file: "tests/session/passkeys.test.ts",
    test: "of somebody else isn't kept as one's own",
  },
  "server/session/passkeys.service.ts#locked": {
    file: "tests/locks/besides.test.ts",
    test: "a passkey that is taken away this moment signs nobody in",
  },
  "server/session/register.service.ts#create": {
    file: "tests/session/register.test.ts",
    test: "two links for one address, one after the other: one account, with the password of the first that was confirmed",
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
  "server/session/totp.service.ts#begin": {
    file: "tests/session/second-factor.test.ts",
    test: "an app counts when its code was given, and a second one doesn't replace it",
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
  "server/tasks/tasks.links.ts#statements": {
    file: "tests/tasks/update-task.test.ts",
    test: "the event carries what changed, and what it was before",
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
  "server/tenants/tenant-admin.ts#insertDomain": {
    file: "tests/tenants/tenants.test.ts",
    test: "what doesn't exist or is taken is said",
  },
  "server/time/time.sql.ts#holdWeek": {
    file: "tests/time/weeks.test.ts",
    test: "deciding on others' without the permission",
  },
  "server/time/time.sql.ts#lockEntry": {
    file: "tests/locks/besides.test.ts",
    test: "an entry that somebody changes this moment isn't overwritten",
  },
  "server/time/time.sql.ts#plainEntry": {
    file: "tests/locks/besides.test.ts",
    test: "an entry that gets a note this moment isn't what a timer adds to",
  },
  "server/time/timer.sql.ts#insertTimer": {
    file: "tests/time/timer.test.ts",
    test: "however many start, one runs, and no minute is invented",
  },
  "server/time/timer.sql.ts#lockTimer": {
    file: "tests/locks/besides.test.ts",
    test: "a timer that is stopped this moment is written down once",
  },
  "server/watchers/watchers.service.ts#add": {
    file: "tests/watchers/watchers.test.ts",
    test: "one watches and stops; twice is as good as once, and said once",
  },
  "workers/notifications/deliveries.sql.ts#claim": {
    file: "tests/locks/besides.test.ts",
    test: "notifications what one worker sends is left alone by another",
  },
  "workers/notifications/digests.ts#make": {
    file: "tests/locks/besides.test.ts",
    test: "a digest that another worker makes this moment isn't made again",
  },
  "workers/notifications/notifications.recipients.ts#saidIn": {
    file: "tests/locks/besides.test.ts",
    test: "notifications quote a comment as it stands when it is changed this moment",
  },
  "workers/notifications/reminders.ts#note": {
    file: "tests/locks/besides.test.ts",
    test: "a reminder that another worker writes down this moment isn't sent again",
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
  "server/tasks/tasks.transfer.sql.ts#keepKey":
    "A key is given once, so that no task can leave one behind that is there already; it is for codes of projects that changed hands",
};
