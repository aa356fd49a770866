import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Language, languageOf } from "../../../shared/kernel/languages";
import { type Translate, translator } from "../text";

/** Whoever calls reads their account's language, unless the call asks for another: known once it is known who calls. */
export function noteLanguages(app: FastifyInstance): void {
  app.decorateRequest("accountLanguage", null);
}

/** The language of what a call is answered, refusals included: the one it asks for, the account's, or English. */
export const languageFor = ({ headers, accountLanguage }: FastifyRequest): Language =>
  languageOf(headers["accept-language"] ?? accountLanguage ?? undefined);

export const textFor = (request: FastifyRequest): Translate => translator(languageFor(request));

declare module "fastify" {
  interface FastifyRequest {
    accountLanguage: string | null;
  }
}
