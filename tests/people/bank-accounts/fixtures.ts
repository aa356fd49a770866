import type { Api } from "../../support/api";
import { requireOk } from "../../work/tasks/board";

interface ConfirmedAccount {
  userId: number;
  proposer: Api;
  confirmer: Api;
  holder: string;
  iban: string;
}

/** Proposes a user's bank account and confirms it as another user. */
export async function confirmBankAccount({ userId, proposer, confirmer, holder, iban }: ConfirmedAccount) {
  const { data } = requireOk(await proposer.put(`/user/${userId}/bank-account`, { holder, iban })).body;
  return requireOk(await confirmer.post(`/user-bank-account/${data.proposed.id}/confirm`)).body.data;
}
