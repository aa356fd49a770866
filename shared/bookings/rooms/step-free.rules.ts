/** Features of rooms are free text; these words mean step-free access. */
export const stepFreeWords = /step-free|wheelchair|barrierefrei|كرسي|휠체어|کورسی/i;

export const isStepFree = (tools: readonly string[]): boolean => tools.some((tool) => stepFreeWords.test(tool));
