// Tests of the RabbitMQ configuration for operators: it asks the contact centre, and it listens on loopback only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configurationOf, rabbitMissingMessage } from './rabbit.mjs';

const lines = configurationOf({
  amqp: 5671,
  web: 5672,
  origin: 'http://127.0.0.1:8080',
  authKey: 'the-key',
  password: 'the-password',
}).split('\n');

for (const question of ['user', 'vhost', 'resource', 'topic']) {
  test(`RabbitMQ requests access from the contact centre: ${question}`, () => {
    assert.ok(lines.includes(`auth_http.${question}_path = http://127.0.0.1:8080/broker-auth/the-key/${question}`));
  });
}

test('RabbitMQ listens on loopback only', () => {
  assert.ok(lines.includes('listeners.tcp.1 = 127.0.0.1:5671'));
  assert.ok(lines.includes('web_stomp.tcp.ip = 127.0.0.1') && lines.includes('web_stomp.tcp.port = 5672'));
  assert.ok(lines.includes('stomp.listeners.tcp = none'));
});

test('without RabbitMQ the message names the package to install', () =>
  assert.match(rabbitMissingMessage, /rabbitmq-server/));
