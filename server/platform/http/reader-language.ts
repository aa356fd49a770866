import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Language, languageOf } from "../../../shared/kernel/languages";
import { type Translate, translator } from "../text";

/** Adds the account's language to requests; it is set once the caller is known. */
export function trackAccountLanguage(app: FastifyInstance): void {
  app.decorateRequest("accountLanguage", null);
}

/** Language of a response or error: the language requested by the call, otherwise the account's language, otherwise English. */
export const languageFor = ({ headers, accountLanguage }: FastifyRequest): Language =>
  languageOf(headers["accept-language"] ?? accountLanguage ?? undefined);

export const textFor = (request: FastifyRequest): Translate => translator(languageFor(request));

declare module "fastify" {
  interface FastifyRequest {
    accountLanguage: string | null;
  }
}
