import type { Word } from './dictionary.js';

/**
 * The English words, and thereby the list of all words. Plain and calm; no blame, no exclamation marks; first what is kept,
 * then what to do. The comments say what a translator cannot see.
 */
export const en = {
  inbox: 'Inbox',

  // List
  channel: 'Channel',
  allChannels: 'All channels',
  search: 'Search',
  searchLabel: 'Search conversations',
  clearSearch: 'Clear search',
  show: 'Show', // name of the group of filters
  all: 'All',
  unread: 'Unread',
  unreadCount: 'Unread {count}',
  open: 'Open', // conversations that are not closed
  closed: 'Closed',
  conversations: 'Conversations',
  loading: 'Loading conversations',
  found: { one: '{count} conversation', other: '{count} conversations' },
  rowUnread: { other: '{count} unread' },
  youStatus: 'You, {status}', // before the preview of one's own message in the list
  // How far a message has come; with a capital first letter where it stands alone
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'not sent',
  you: 'You',
  draft: 'Draft:',
  typing: 'Typing…',
  unnamed: 'Unknown', // in place of a contact's name that cannot be seen

  // Channels. Brands keep their names
  email: 'E-mail',
  sms: 'SMS',
  web: 'Web chat',
  // How a reply goes out: fills {via} below
  via: 'on {channel}',
  viaEmail: 'by e-mail',
  viaSms: 'by SMS',
  viaWeb: 'in the web chat',

  // Thread
  messages: 'Messages',
  back: 'Back to conversations',
  close: 'Mark closed',
  isClosed: 'Closed',
  reopen: 'Reopen',
  markUnread: 'Mark as unread',
  newMarker: 'New', // line above the first unread message
  isTyping: '{name} is typing',
  newest: 'Newest messages',
  newMessages: { one: '{count} new message', other: '{count} new messages' },
  loadingMessages: 'Loading messages',
  waiting: 'waiting', // for the network, before it is sent
  sending: 'sending…',
  notSent: 'Not sent.',
  connectionLost: 'The connection was lost.',
  notAccepted: 'It was not accepted.',
  retry: 'Try again',
  discard: 'Discard',
  copy: 'Copy message',
  copied: 'Copied',

  // Attachments
  comma: ', ', // between what is told of a file or a row
  download: 'Download {name}',
  openImage: 'Open {name}',
  previousImage: 'Previous image',
  nextImage: 'Next image',
  closeViewer: 'Close image',

  // Composer
  reply: 'Reply {via}…',
  replyTo: 'Reply {via} to {name}', // name of the field; what its placeholder says (above) is to be part of it
  send: 'Send',
  attach: 'Attach a file, up to {limit}',
  attachments: 'Attachments',
  remove: 'Remove {name}',
  tooLarge: 'Larger than {limit}',
  tooMany: { other: 'At most {count} files' }, // ten of them
  tooLong: 'At most {count} characters',
  notUploaded: 'Not uploaded. Attach it again or send without it.',
  closedNotice: 'This conversation is closed.',
  windowOver: '{channel} takes replies for 24 hours. You can write again once {name} does.',

  // Panels and notices
  emptyTitle: 'No conversations yet',
  emptyText: 'When somebody writes to you, it shows up here.',
  nothingFound: 'Nothing found for “{query}”',
  nothingFoundText: 'Check the spelling, or look in all conversations.',
  nothingHere: 'Nothing here',
  nothingHereText: 'No conversation fits this choice.',
  showAll: 'Show all',
  choose: 'Choose a conversation',
  chooseHint: '{up} {down} to move, {enter} to open',
  gone: 'This conversation is not in your inbox',
  notLoaded: 'This could not be loaded',
  notLoadedText: 'Nothing is lost. Try again in a moment.',
  endedTitle: 'You’re signed out',
  endedStill: 'You’re still signed out', // in its place, where one could not continue
  endedText: 'Sign in to this site again, then continue here.',
  draftsKept: 'Your drafts are kept.',
  continue: 'Continue',
  misconfiguredTitle: 'The inbox isn’t set up yet',
  misconfiguredText: 'There is nothing you need to do. The people who run this site can fix it.',
  offline: 'You’re offline. What you send waits here.',
  reconnecting: 'Reconnecting… You can keep writing.',
  notDownloaded: '{name} could not be loaded.',
  statusRefused: 'The conversation could not be changed. It is as it was.',
  unreadRefused: 'The conversation could not be marked as unread.',
  dismiss: 'Dismiss',
  newMessageFrom: 'New message from {name}', // only for screen readers
} satisfies Record<string, Word>;
