import type { Company } from './companies.js';

/** Somebody who signs in here. */
export interface User {
  /** In the address of the sign-in link. */
  readonly id: string;
  readonly name: string;
  readonly company: Company;
  /** The client at the service that belongs to this user's company. */
  readonly clientId: string;
}

/** What the customer got from the service's dashboard. */
export interface ServiceAccess {
  /** `{base_url}` of the service. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly componentId: string;
}

export interface CustomerOptions {
  readonly service: ServiceAccess;
  readonly users: readonly User[];
  /** The clock, in ms since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /** Told of what the operator should know. Holds neither key nor token. */
  readonly log?: (line: string) => void;
}
