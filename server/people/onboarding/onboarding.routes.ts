import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/people/onboarding/onboarding.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import * as oneTask from "./onboarding-task.service";
import * as service from "./onboarding.service";

export function registerOnboardingRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readOnboardingTemplate, async ({ tx }) => ({ data: await service.loadTemplate(tx) }));
  serveEndpoint(app, contract.saveOnboardingTemplate, async ({ tx, body, text }) => ({
    message: text("onboarding.saved"),
    data: await service.saveTemplate(tx, body),
  }));
  serveEndpoint(app, contract.listPersonOnboarding, async ({ tx, actor, params }) => ({
    data: await service.readOnboarding(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.listMyOnboarding, async ({ tx, actor }) => ({
    data: await service.readMyOnboarding(tx, actor),
  }));
  serveEndpoint(app, contract.addOnboardingTask, async ({ tx, actor, params, body, text }) => ({
    message: text("onboarding.taskAdded"),
    data: await oneTask.addTask(tx, actor, params.id, body),
  }));
  serveEndpoint(app, contract.changeOnboardingTask, async ({ tx, actor, params, body, text }) => ({
    message: text("onboarding.taskSaved"),
    data: await oneTask.changeTask(tx, actor, params.id, body),
  }));
  serveEndpoint(app, contract.removeOnboardingTask, async ({ tx, params, text }) => {
    await oneTask.removeTask(tx, params.id);
    return { message: text("onboarding.taskRemoved"), id: params.id };
  });
  serveEndpoint(app, contract.completeOnboardingTask, async ({ tx, actor, params, body }) => ({
    data: await service.setTaskDone(tx, actor, params.id, body.done),
  }));
}
