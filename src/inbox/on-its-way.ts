import type { StagedAttachment } from './state.js';

/** Whether a file is still on its way to the service: neither there nor given up. */
export const isOnItsWay = ({ uploaded, error }: StagedAttachment): boolean => !uploaded && !error;
