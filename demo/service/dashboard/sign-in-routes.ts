import { createRoute, z } from '@hono/zod-openapi';
import { foldEmail } from '../accounts/accounts.js';
import type { Api } from '../http/api.js';
import { RateLimiter } from '../http/rate-limit.js';
import { remoteAddress } from '../http/remote-address.js';
import type { ServiceLimits } from '../options.js';
import type { Service } from '../service.js';
import { again, formErrors, showsPage, takesForm, textOf, type FormErrors, type FormValues } from './form.js';
import { field, html, page, type Html } from './html.js';
import type { SessionCookie } from './session-guard.js';

const PASSWORD_MIN_LENGTH = 10;
/** Hashing is bounded work only where the text is bounded. */
const PASSWORD_MAX_LENGTH = 200;

const email = z.email('must be an e-mail address').max(200);
const signInSchema = z.object({ email, password: z.string().min(1, 'must not be empty').max(PASSWORD_MAX_LENGTH) });
const signUpSchema = z.object({
  email,
  password: z
    .string()
    .min(PASSWORD_MIN_LENGTH, `must have at least ${PASSWORD_MIN_LENGTH} characters`)
    .max(PASSWORD_MAX_LENGTH, `must have at most ${PASSWORD_MAX_LENGTH} characters`),
});

const routes = {
  signInPage: createRoute({ ...showsPage, method: 'get', path: '/dashboard/sign-in', summary: 'Sign in' }),
  signIn: createRoute({ ...takesForm(signInSchema), method: 'post', path: '/dashboard/sign-in', summary: 'Sign in' }),
  signUpPage: createRoute({ ...showsPage, method: 'get', path: '/dashboard/sign-up', summary: 'Sign up' }),
  signUp: createRoute({ ...takesForm(signUpSchema), method: 'post', path: '/dashboard/sign-up', summary: 'Create an account' }),
  signOut: createRoute({ ...showsPage, method: 'post', path: '/dashboard/sign-out', summary: 'Sign out' }),
};

/** Nothing that is answered here tells whether an address has an account. */
export function addSignInRoutes(api: Api, service: Service, cookie: SessionCookie, limits: ServiceLimits): void {
  const { accounts, now } = service;
  const byEmail = new RateLimiter(limits.signIns, now);
  const byAddress = new RateLimiter(limits.signIns, now);
  const signUps = new RateLimiter(limits.signUps, now);

  api.openapi(routes.signInPage, (c) => c.html(signInPage({}, {}, 'ready' in c.req.query()), 200));
  api.openapi(
    routes.signIn,
    async (c) => {
      const { email: address, password } = c.req.valid('form');
      byAddress.count(remoteAddress(c));
      byEmail.count(foldEmail(address));
      const account = await accounts.verify(address, password);
      if (!account) {
        const errors = { password: 'E-mail address and password do not match.' };
        return again(c, (values) => signInPage(values, errors));
      }
      byEmail.forget(foldEmail(address));
      // This one only: who guesses must not be able to wipe his guesses out by signing in to an account of his own.
      byAddress.takeBack(remoteAddress(c));
      await cookie.begin(c, account.id);
      return c.redirect('/dashboard', 303);
    },
    (result, c) => {
      if (!result.success) {
        const errors = formErrors(result.error);
        return again(c, (values) => signInPage(values, errors));
      }
    },
  );
  api.openapi(routes.signUpPage, (c) => c.html(signUpPage({}, {}), 200));
  api.openapi(
    routes.signUp,
    async (c) => {
      signUps.count(remoteAddress(c));
      const { email: address, password } = c.req.valid('form');
      await accounts.create(address, password);
      // The same for an address that has an account already.
      return c.redirect('/dashboard/sign-in?ready', 303);
    },
    (result, c) => {
      if (!result.success) {
        const errors = formErrors(result.error);
        return again(c, (values) => signUpPage(values, errors));
      }
    },
  );
  api.openapi(routes.signOut, async (c) => {
    await cookie.end(c);
    return c.redirect('/dashboard/sign-in', 303);
  });
}

function signInPage(values: FormValues, errors: FormErrors, ready = false): Html {
  const notice = ready ? 'Your account is ready, unless this address had one already. Sign in with it.' : undefined;
  return page({
    title: 'Sign in',
    account: null,
    notice,
    body: html`<form method="post" class="narrow">
        ${emailField(values, errors)}
        ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', error: errors.password })}
        <button>Sign in</button>
      </form>
      <p>No account yet? <a href="/dashboard/sign-up">Sign up</a></p>`,
  });
}

function signUpPage(values: FormValues, errors: FormErrors): Html {
  return page({
    title: 'Sign up',
    account: null,
    body: html`<form method="post" class="narrow">
        ${emailField(values, errors)}
        ${field({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'new-password',
          hint: `At least ${PASSWORD_MIN_LENGTH} characters.`,
          error: errors.password,
        })}
        <button>Sign up</button>
      </form>
      <p>Already have an account? <a href="/dashboard/sign-in">Sign in</a></p>`,
  });
}

function emailField(values: FormValues, errors: FormErrors): Html {
  const value = textOf(values, 'email');
  return field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value, error: errors.email });
}
