export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Sends mail through SMTP, or writes it into the outbox folder. Never inside a transaction. */
export interface Mailer {
  /** Doesn't throw: what can't be sent is logged (without its content). */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
