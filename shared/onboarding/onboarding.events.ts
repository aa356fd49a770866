/** On the directory's stream. What it says is read again by those who may. */
export interface OnboardingEvents {
  /** Of a newcomer's checklist something was done, taken back or handed over. */
  "onboarding.changed": { id: number };
  /** Whoever joins from here on gets another checklist. */
  "onboarding.template_changed": { count: number };
}
