/** What is interactive on the dashboard's pages. Everything else of them is drawn by the server. */
import { ContactSide } from './contact-side.js';
import { CopyButton } from './copy-button.js';

customElements.define('copy-button', CopyButton);
customElements.define('contact-side', ContactSide);

// Loaded again, the page that shows a new key would ask for one more.
if (document.querySelector('#api-key')) history.replaceState(null, '', '/dashboard/api-keys');
