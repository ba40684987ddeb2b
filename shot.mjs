import { chromium } from '@playwright/test';
import { chromiumPath } from './self-tests/browser/chromium.ts';
