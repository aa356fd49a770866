import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const onboardingEvents = defineEvents({
  /** A task of a new employee's checklist was done, reopened or reassigned. */
  "onboarding.changed": object({ id: reply.id() }),
  /** The checklist template for future new employees changed. */
  "onboarding.template_changed": object({ count: reply.number() }),
});

export interface OnboardingEvents extends EventsOf<typeof onboardingEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends OnboardingEvents {}
}
