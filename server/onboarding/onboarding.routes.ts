import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/onboarding/onboarding.contract";
import { serve } from "../platform/http/serve/serve";
import * as oneTask from "./one-task.service";
import * as service from "./onboarding.service";

/** What is prepared for whoever joins. */
export function registerOnboardingRoutes(app: FastifyInstance): void {
  serve(app, contract.readOnboardingTemplate, async ({ tx }) => ({ data: await service.onboardingTemplate(tx) }));
  serve(app, contract.saveOnboardingTemplate, async ({ tx, body, text }) => ({
    message: text("onboarding.saved"),
    data: await service.saveTemplate(tx, body),
  }));
  serve(app, contract.personOnboarding, async ({ tx, actor, params }) => ({
    data: await service.onboardingOf(tx, actor, params.id),
  }));
  serve(app, contract.myOnboarding, async ({ tx, actor }) => ({ data: await service.myOnboarding(tx, actor) }));
  serve(app, contract.addOnboardingTask, async ({ tx, actor, params, body, text }) => ({
    message: text("onboarding.taskAdded"),
    data: await oneTask.addTask(tx, actor, params.id, body),
  }));
  serve(app, contract.changeOnboardingTask, async ({ tx, actor, params, body, text }) => ({
    message: text("onboarding.taskSaved"),
    data: await oneTask.changeTask(tx, actor, params.id, body),
  }));
  serve(app, contract.removeOnboardingTask, async ({ tx, params, text }) => {
    await oneTask.removeTask(tx, params.id);
    return { message: text("onboarding.taskRemoved"), id: params.id };
  });
  serve(app, contract.tickOnboarding, async ({ tx, actor, params, body }) => ({
    data: await service.tick(tx, actor, params.id, body.done),
  }));
}
