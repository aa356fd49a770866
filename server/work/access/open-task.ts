/** SQL condition: a task is unfinished. A task with 100 percent progress is finished in any column. `status` is the alias of its column. */
export const openTaskCondition = (task = "t", status = "s") => `${task}.progress < 100 AND ${status}.kind <> 'done'`;
