import type { DeliveryStatus } from './schemas.js';

/** To where a sent message can move: forward only, and it fails only before it was delivered. */
export const NEXT_STATUS: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read'],
  read: [],
  failed: [],
};
